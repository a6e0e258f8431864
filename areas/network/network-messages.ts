import { type MessageKind, message } from '@aangan/contract/area.ts';

interface Letter {
  key: string;
  subject: string;
  en: string;
  variables: readonly string[];
  urgency?: MessageKind['urgency'];
}

const staff = ({ urgency = 'ROUTINE', key, ...letter }: Letter): MessageKind =>
  message({
    ...letter,
    key: `network.${key}`,
    category: 'SERVICE',
    urgency,
    audience: 'STAFF',
    channels: ['EMAIL', 'SMS'],
    retryUnknown: true,
  });

/** The same letter to the partner who holds the centre: a business contact without a sign-in, so by address. */
const partner = (letter: Letter): MessageKind => ({
  ...staff(letter),
  key: `network.${letter.key}-partner`,
  audience: 'CONTACT',
});

const centreLetters: readonly Letter[] = [
  {
    key: 'centre-signed',
    subject: 'Signed: {centre}',
    en: 'The agreement of {centre} is signed. The opening checklist has begun.',
    variables: ['centre'],
  },
  {
    key: 'centre-setup',
    subject: 'Set-up begun: {centre}',
    en: 'The set-up of {centre} has begun. It opens when every item of its checklist that counts is done.',
    variables: ['centre'],
  },
  {
    key: 'centre-activated',
    subject: 'Welcome: {centre} is open',
    en: 'Your centre {centre} is now active.',
    variables: ['centre'],
  },
  {
    key: 'centre-suspended',
    subject: 'Suspended: {centre}',
    en: 'Your centre {centre} is suspended from {from} to {until}: {what}. Reason: {reason}. Parents are not affected.',
    variables: ['centre', 'from', 'until', 'what', 'reason'],
    urgency: 'NOW',
  },
  {
    key: 'centre-resumed',
    subject: 'Works again: {centre}',
    en: 'Your centre {centre} works again without limits.',
    variables: ['centre'],
  },
  {
    key: 'centre-closing',
    subject: 'Closing: {centre}',
    en: 'Your centre {centre} closes on {on}. Reason: {reason}',
    variables: ['centre', 'on', 'reason'],
    urgency: 'NOW',
  },
  {
    key: 'centre-closed',
    subject: 'Closed: {centre}',
    en: 'Your centre {centre} is closed. Parents can still read for a year.',
    variables: ['centre'],
  },
  {
    key: 'agreement-ends',
    subject: 'The agreement of {centre} ends',
    en: 'The agreement {number} of {centre} ends on {on} ({days} days). Renew: {page}',
    variables: ['number', 'centre', 'on', 'days', 'page'],
  },
  {
    key: 'agreement-ended',
    subject: 'The agreement of {centre} has ended',
    en: 'The agreement {number} of {centre} ended on {on}. Renew: {page}',
    variables: ['number', 'centre', 'on', 'page'],
  },
  {
    key: 'paper-ends',
    subject: 'A document of {centre} ends',
    en: '{kind} of {centre} is valid until {on}. Upload the new one: {page}',
    variables: ['kind', 'centre', 'on', 'page'],
  },
];

const peopleLetters: readonly Letter[] = [
  {
    key: 'role-given',
    subject: 'A new role',
    en: 'You now have {role} {where}.',
    variables: ['role', 'where'],
  },
  {
    key: 'role-ended',
    subject: 'A role has ended',
    en: 'Your {role} {where} ended.',
    variables: ['role', 'where'],
  },
  {
    key: 'role-ending',
    subject: 'A role ends soon',
    en: 'Your {role} ends on {on}. Ask your manager for more time if you still need it.',
    variables: ['role', 'on'],
  },
  {
    key: 'work-handed-over',
    subject: 'Work of {leaver} was handed over',
    en: '{work} of {leaver} went to {taker} on {on}.',
    variables: ['work', 'leaver', 'taker', 'on'],
  },
  {
    key: 'accounts-joined',
    subject: 'Your two accounts are one now',
    en: 'Your two accounts are one now. Sign in with {signIn}; {gone} no longer signs in.',
    variables: ['signIn', 'gone'],
    urgency: 'NOW',
  },
];

/** Everything this area writes to people (network.md 6). */
export const networkMessages: readonly MessageKind[] = [
  message({
    key: 'network.invite',
    category: 'SERVICE',
    urgency: 'NOW',
    audience: 'STAFF',
    channels: ['EMAIL', 'SMS'],
    variables: ['link'],
    subject: 'Your invitation',
    en: 'You are invited to {brand}. Set your password within 7 days: {link}',
    retryUnknown: true,
  }),
  ...centreLetters.flatMap((letter) => [staff(letter), partner(letter)]),
  ...peopleLetters.map(staff),
];
