import { refusals } from '@aangan/contract/refusal.ts';

export const refuseSystem = refusals({
  'role.name-used': [409, 'There is already a role of this name.'],
  'role.reserved': [422, 'This name belongs to the product. Choose another one.'],
  'role.ceiling': [403, 'You cannot give what you do not have: {modules}.'],
  'role.system': [409, 'This role is part of the product and stays as it is.'],
  'role.in-use': [409, '{n} people hold this role. Say that you know, and their roles end.'],
  'role.duty-conflict': [
    422,
    'These rights should not be in one hand: {pairs}. Write down why they must be.',
  ],
  'role-change.own': [403, 'You proposed this change, so another person has to decide it.'],
  'role-change.stale': [409, 'The role was changed meanwhile. Bring the proposal up to date first.'],
  'role-change.pending': [409, 'A change of this role waits for a decision already.'],
  'role-change.super-admin': [403, 'This change needs another super admin.'],
  'level.super-only': [422, 'Level 1 belongs to super admins alone.'],
  'end-point.duplicate': [409, '{method} on {module} exists.'],
  'end-point.held': [409, 'Held by {n} roles.'],
  'end-point.declared': [409, 'This end point comes with the product and cannot be removed.'],
  'dashboard.two-defaults': [422, 'A role has one default dashboard.'],
  'dynamic.host': [422, 'Ask to add {host} to the allowed hosts.'],
  'dynamic.link': [422, 'No screen has this address.'],
  'dynamic.html': [422, 'Write plain text. HTML is not allowed here.'],
  'cron.running': [409, 'Running since {at}.'],
  'cron.not-latest': [409, 'Only the newest run of a job can be run again.'],
});
