import { refusals } from '@aangan/contract/refusal.ts';

export const refuseStudent = refusals({
  'student.duplicate': [409, 'This child is already a student here. Open the existing entry instead.'],
  'student.no-admission': [409, 'The admission of this child is not open any more.'],
  'placement.section-closed': [409, 'This section is closed. Choose another one.'],
  'placement.section-full': [
    409,
    'Section {section} has {capacity} places and {taken} children; {wanted} more do not fit. Choose fewer children or another section.',
  ],
  'placement.other-class': [
    422,
    '{n} of the chosen children are in another class or year. Choose a section of their own class.',
  ],
  'placement.other-session': [
    422,
    '{n} of the chosen children come in another session. Choose a section of their own session.',
  ],
  'student.identity-locked': [
    409,
    'Name, date of birth and gender are locked: a certificate or number was made with them.',
  ],
  'enrolment.begun': [409, 'The first day of this enrolment has come. It is not cancelled any more.'],
  'student.apaar-consent': [
    409,
    'The APAAR id needs the signed consent form of the family. Record the consent first.',
  ],
  'profile.gaps': [409, '{n} of 15 points are missing: {gaps}.'],
  'profile.no-enrolment': [409, 'This child has no enrolment whose profile could be completed.'],
  'guardian.signs-in': [
    409,
    'This person signs in with the number. They change it themselves in their profile.',
  ],
  'guardian.restricted': [409, 'This person is restricted. Lift the restriction first.'],
  'guardian.not-restricted': [409, 'This person is not restricted.'],
  'guardian.first-contact': [409, 'This person is the first contact. Make somebody else the first contact.'],
  'guardian.pays': [409, 'This person pays a part of the fees. Give that part to somebody else first.'],
  'consent.limited': [403, 'Only a parent with full access answers this. Ask your centre.'],
  'consent.text-outdated': [409, 'This text was changed meanwhile. Reload the page and read it again.'],
  'parent.no-address': [422, 'Add a mobile number or an e-mail address of this person first.'],
  'parent.restricted': [409, 'This person may not see the child. Lift the restriction first.'],
  'parent.active': [409, 'This person signs in already.'],
  'parent.same-number': [
    409,
    'Another guardian of this family signs in with this number. Enter this person’s own number first.',
  ],
  'promotion.year-closed': [409, '{year} is not open at this centre yet. Head office opens it.'],
  'promotion.nobody': [409, 'No child of this class is enrolled. There is nothing to evaluate.'],
  'promotion.nobody-decided': [409, 'Nothing is decided yet. Decide for at least one child first.'],
  'promotion.nothing-to-approve': [
    409,
    'Every decision is the proposed one. The run needs no approval and can be carried out.',
  ],
  'promotion.needs-approval': [
    409,
    '{n} decisions are not what was proposed. Another person who holds Promotion approved has to approve the run first.',
  ],
  'promotion.row-used': [
    409,
    'The next enrolment has begun or was paid for. Change its class or end it on the student’s page.',
  ],
  'withdrawal.live': [409, 'A withdrawal of this child is under way already. Open it instead.'],
  'withdrawal.not-enrolled': [409, 'This child is not enrolled any more.'],
  'certificate.not-left': [409, 'This child has not left. Issue a bonafide certificate instead.'],
  'certificate.not-enrolled': [
    409,
    'This child is not enrolled any more. Issue a leaving certificate instead.',
  ],
  'certificate.dues': [
    409,
    'Fees are still due. The leaving certificate is issued when they are paid or credited.',
  ],
  'toddler.not-enrolled': [409, 'This child is not enrolled in the mother toddler programme now.'],
  'toddler.other-class': [422, 'This batch is closed, or of another class or year. Choose another one.'],
  'toddler.clash': [409, 'The child is in batch {batch} at {slot} on one of these days already.'],
  'toddler.batch-full': [409, 'Batch {batch} is full ({capacity}). {free}'],
  'toddler.sessions': [
    422,
    'So many sessions do not fit before the end of the year. Choose fewer, or more days.',
  ],
});
