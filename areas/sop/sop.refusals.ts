import { refusals } from '@aangan/contract/refusal.ts';

export const refuseSop = refusals({
  'sop.network-only': [403, 'Head office writes this SOP. You can write sections of your own centre.'],
  'sop.centre-chosen': [409, 'This SOP belongs to head office. Choose all centres at the top first.'],
  'sop.code-taken': [409, 'Another section has this code already.'],
  'sop.in-review': [409, 'This version is under review. Recall it before you change it.'],
  'sop.empty': [422, 'Write at least one block with text or a file.'],
  'sop.no-note': [422, 'Say in at least 10 characters what changed.'],
  'sop.own-version': [403, 'You wrote this version; another person approves it.'],
  'sop.not-in-review': [409, 'This version does not wait for approval any more.'],
  'sop.lower-not-allowed': [422, 'A major change cannot be approved as a minor one.'],
  'sop.effective-past': [422, 'A version takes effect today or later.'],
  'sop.not-read': [409, 'Please read to the end first.'],
  'sop.superseded': [409, 'A newer version is in force. Read that one.'],
  'sop.no-centre': [409, 'Choose the centre for which you read first.'],
  'sop.reminded': [429, 'The people of this centre were reminded today. Try again tomorrow.'],
  'sop.nobody-behind': [409, 'Nobody is behind.'],
  'sop.duties-changed': [412, 'Somebody else changed the roles meanwhile. Load them again.'],
});
