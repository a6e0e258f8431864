import { area } from '@aangan/contract/area.ts';
import { messageContract } from './message/message.contract.ts';
import { communicationModules } from './modules.ts';
import { communicationScreens } from './screens.ts';

export const communication = area({
  ...communicationScreens,
  modules: communicationModules.$info,
  contracts: [messageContract],
  personalData: [
    {
      table: 'message',
      subject: 'GUARDIAN',
      columns: [
        'address_sealed',
        'address_mask',
        'name_mask',
        'vars_sealed',
        'body_sealed',
        'subject_masked',
        'body_masked',
      ],
      on: 'erase',
      basis: 'Proof of what was sent; values end after 90 days',
    },
    {
      table: 'consent_answer',
      subject: 'GUARDIAN',
      columns: ['subject_id', 'by_guardian'],
      on: 'keep',
      basis: 'Proof of consent (DPDP Act)',
    },
    {
      table: 'suppression',
      subject: 'CONTACT',
      columns: ['address_hash'],
      on: 'keep',
      basis: 'So that nobody who said stop is written to again',
    },
  ],
});
