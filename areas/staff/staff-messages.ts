import { type MessageKind, message } from '@aangan/contract/area.ts';

const letter = (kind: Pick<MessageKind, 'key' | 'subject' | 'en' | 'variables' | 'urgency'>): MessageKind =>
  message({
    ...kind,
    category: 'SERVICE',
    audience: 'STAFF',
    channels: ['EMAIL', 'SMS'],
    retryUnknown: true,
  });

/** What the area writes to its people (areas/staff.md 6). */
export const staffMessages: readonly MessageKind[] = [
  letter({
    key: 'staff.approved',
    urgency: 'ROUTINE',
    subject: 'You are approved at {centre}',
    en: '{name}, you are approved at {centre}. Your screens are open.',
    variables: ['name', 'centre'],
  }),
  letter({
    key: 'staff.rejected',
    urgency: 'ROUTINE',
    subject: 'Not approved at {centre}',
    en: '{name}, you were not approved at {centre}. Reason: {reason}',
    variables: ['name', 'centre', 'reason'],
  }),
  letter({
    key: 'staff.suspended',
    urgency: 'NOW',
    subject: 'Suspended at {centre}',
    en: '{name}, your approval at {centre} is suspended. Reason: {reason} Speak to your centre head.',
    variables: ['name', 'centre', 'reason'],
  }),
  letter({
    key: 'staff.document-rejected',
    urgency: 'ROUTINE',
    subject: '{document} was rejected',
    en: '{name}, your document was rejected: {document}. Reason: {reason} Please add another one.',
    variables: ['name', 'document', 'reason'],
  }),
];
