import { refusals } from '@aangan/contract/refusal.ts';

/** Refusals of fee set-up, plans and ledger (finance.md 5 'Refusal texts'). Payments have their own file. */
export const refuseFinance = refusals({
  'bank-account.ifsc': [422, 'An IFSC looks like HDFC0001234.'],
  'fee-plan.unbalanced': [422, '{component} is {amount} {direction}.'],
  'fee-plan.percent-sum': [422, 'Percentages must add up to 100 %; they add up to {sum} %.'],
  'fee-plan.incomplete': [422, 'Add at least one component and one payment option first.'],
  'fee-assignment.own-plan': [403, 'You submitted this plan; another user must approve it.'],
  'fee-assignment.exists': [409, '{child} already has an approved plan for {year}.'],
  'fee-assignment.not-pending': [409, 'This plan is {status} now.'],
  'fee-assignment.of-service': [409, 'This plan belongs to a service. Work on it under Services.'],
  'fee-assignment.not-standard': [409, 'This plan has a concession. Open it and decide on it alone.'],
  'fee-assignment.plan-not-approved': [409, 'This fee plan is not approved yet.'],
  'fee-assignment.join-outside-year': [422, 'The joining date is outside {year}.'],
  'fee-assignment.note-waits': [
    409,
    'A note of the last change waits for approval under Ledger. Decide it first.',
  ],
  'fee-assignment.other-months': [
    409,
    'The instalments of that plan pay for other months. Choose a plan with the same instalments.',
  ],
  'fee-assignment.not-yet': [409, 'There is no approved fee plan for this child.'],
  'student-concession.band': [403, 'This needs approval level {code}.'],
  'student-concession.above-base': [
    422,
    '{concession} concession of {amount} is more than the {base} it applies to.',
  ],
  'student-concession.budget-spent': [
    409,
    'The concession budget of {term} is used up ({used} of {budget}).',
  ],
  'student-concession.max-uses': [409, '{concession} has been given {max} times already.'],
  'student-concession.plan-ended': [409, 'This fee plan has ended or is not approved yet.'],
  'student-concession.waiting': [409, 'A concession for this plan already waits for approval.'],
  'student-concession.nothing-later': [
    409,
    'There is no later instalment left that this concession would lower.',
  ],
  'student-concession.with-plan': [409, 'This concession is decided together with its fee plan.'],
  'ledger.period-locked': [409, '{month} is locked for {centre}.'],
  'ledger.all-centres': [409, 'Choose all centres to see the books of head office.'],
  'ledger.already-reversed': [409, 'This entry is already reversed.'],
  'ledger.not-reversible': [409, 'An entry of this kind is corrected by a note, not reversed.'],
  'royalty.already-frozen': [409, '{month} is frozen; late items go to {next}.'],
  'royalty.month-open': [409, '{month} is not over yet. A month is frozen after its last day.'],
  'royalty.run-busy': [409, 'Some centres are not through yet. Resume the run first.'],
  'royalty.run-step': [409, 'This step of the run is not possible any more. Reload the page.'],
  'royalty.no-state': [
    409,
    'The state of the centre or of head office is missing. Enter both in their details, then resume the run.',
  ],
  'royalty-agreement.overlap': [409, 'Another approved agreement covers these dates.'],
  'note.reason-mismatch': [422, 'This reason does not belong to this kind of note.'],
  'note.over-invoice': [422, 'A credit note cannot be more than what was billed and not credited yet.'],
  'note.head-office': [403, 'Notes of a centre are written by head office.'],
  'note.no-state': [
    409,
    'The state of the centre or of head office is missing, so its GST is not known. Enter both in their details first.',
  ],
  'note.band': [403, 'This needs approval level {code}.'],
  'fee-line.paid': [409, 'Something is paid on this charge already; use a credit note.'],
});
