import { refusals } from '@aangan/contract/refusal.ts';

export const refuseTickets = refusals({
  'matrix.duplicate': [409, 'There is a row for these values already. Change that one.'],
  'matrix.default-row': [
    409,
    'This row takes what no other row covers, so it keeps its place. Change its times or people instead.',
  ],
  'matrix.inactive': [409, 'This row is switched off. Add a new one.'],
  'calendar.past-day': [
    409,
    'Only days after today can be changed. Times that have passed stay as they were counted.',
  ],
  'ticket.wrong-state': [409, 'Not possible while the ticket is {status}.'],
  'ticket.newer-message': [409, '{who} wrote meanwhile. Read it first, then send again.'],
  'ticket.not-in-group': [
    409,
    '{who} is not in the group {group}. Tick the box to give it to somebody outside.',
  ],
  'ticket.no-answer-yet': [409, 'Answer the centre before you put the ticket on hold.'],
  'ticket.reopen-too-late': [409, 'Older than 7 days. Raise a new ticket that follows this one.'],
  'ticket.merge-chain': [
    409,
    'One of the two is merged already or has others merged into it. Choose the ticket that stays.',
  ],
  'ticket.rate-once': [409, 'This ticket has its stars already.'],
  'ticket.not-raiser': [403, 'Only the person who raised it may do this.'],
});
