import { configRead } from '@aangan/contract/app-config.ts';
import { area, message, modules } from '@aangan/contract/area.ts';
import { inviteContract, passwordContract } from './password.contract.ts';
import { noticeContract, profileContract } from './profile.contract.ts';
import { sessionContract } from './session.contract.ts';

export const shellModules = modules({ Dashboard: { title: 'Dashboard' } });

export const shellArea = area({
  name: 'shell',
  title: 'My page',
  modules: shellModules.$info,
  contracts: [
    { read: configRead },
    sessionContract,
    passwordContract,
    inviteContract,
    profileContract,
    noticeContract,
  ],
  menu: [{ label: 'My dashboard', path: '/profile/dashboard', module: [], group: 'Mine', order: 1 }],
  messages: [
    message({
      key: 'shell.sign-in-code',
      category: 'CODE',
      urgency: 'NOW',
      audience: 'STAFF',
      channels: ['SMS', 'EMAIL'],
      variables: ['code'],
      subject: 'Your sign-in code',
      en: '{code} is your {brand} sign-in code, valid for 5 minutes. Do not share it with anyone.',
      hi: '{code} आपका {brand} साइन-इन कोड है, 5 मिनट तक मान्य। इसे किसी को न बताएँ।',
      retryUnknown: true,
    }),
    message({
      key: 'shell.new-device',
      category: 'SERVICE',
      urgency: 'NOW',
      audience: 'STAFF',
      channels: ['EMAIL', 'APP'],
      variables: ['device', 'time'],
      subject: 'A new device signed in',
      en: 'A new device signed in: {device}, {time}. Not you? Change your password now.',
      retryUnknown: true,
    }),
    message({
      key: 'shell.password-changed',
      category: 'SERVICE',
      urgency: 'NOW',
      audience: 'STAFF',
      channels: ['EMAIL', 'APP'],
      variables: ['time'],
      subject: 'Your password was changed',
      en: 'Your password was changed on {time}. Not you? Reset it from the sign-in page.',
      retryUnknown: true,
    }),
  ],
  personalData: [
    {
      table: 'session',
      subject: 'USER',
      columns: ['ip', 'user_agent'],
      on: 'erase',
      basis: 'Security of the account; kept 90 days after its end',
    },
    {
      table: 'known_device',
      subject: 'USER',
      columns: ['name', 'last_ip'],
      on: 'erase',
      basis: 'Security of the account',
    },
    {
      table: 'sign_in_event',
      subject: 'USER',
      columns: ['ip', 'user_agent'],
      on: 'keep',
      basis: 'Journal of sign-ins, kept 13 months',
    },
    {
      table: 'access_request',
      subject: 'USER',
      columns: ['reason'],
      on: 'erase',
      basis: 'Request for access',
    },
  ],
});
