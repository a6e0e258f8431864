import { refusals } from '@aangan/contract/refusal.ts';

export const refuse = refusals({
  'franchisee.name-used': [409, 'There is already a centre of this name.'],
  'franchisee.wrong-state': [409, 'This step is not possible in the present state. Reload to see it.'],
  'franchisee.not-ready': [409, 'Something is still missing: {unmet}'],
  'franchisee.same-person': [403, 'Someone else must do this step.'],
  'franchisee.pan-mismatch': [422, 'The GSTIN belongs to another PAN than the partner’s.'],
  'franchisee.head-office': [409, 'The Corporate Business Branch cannot be changed here.'],
  'city.in-use': [409, 'Centres are still in this city, so it stays active.'],
  'pincode.taken': [409, 'Pincode {pincode} is exclusive to another centre.'],
  'pincode.unknown': [404, 'Pincode not in the directory.'],
  'pincode.directory-needs-network': [403, 'Directory files and exclusive pincodes need head-office rights.'],
  'user.email-used': [409, 'This e-mail address belongs to another user.'],
  'user.mobile-used': [409, 'This mobile number belongs to another user.'],
  'user.above-you': [403, 'This person holds roles you may not give. Ask an administrator who may.'],
  'user.self': [403, 'You cannot switch yourself off. Ask another administrator.'],
  'user.last-super-admin': [409, 'This is the last active super admin.'],
  'user.grant-overlap': [409, 'This role is already given there.'],
  'user.wrong-state': [409, 'This step is not possible any more. Reload to see the present state.'],
});
