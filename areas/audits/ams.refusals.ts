import { refusals } from '@aangan/contract/refusal.ts';

export const refuseAms = refusals({
  'ams.network-only': [403, 'Head office sets up the visits of academic managers.'],
  'ams.other-zone': [403, 'This zone is not yours. Head office allocates there.'],
  'ams-role.mapped': [409, 'This role has that part already.'],
  'ams-role.reach': [422, 'This role does not reach as far as the part needs.'],
  'ams-setting.too-early': [422, 'New values apply from tomorrow at the earliest.'],
  'ams-setting.in-force': [409, 'These values apply already. Save new ones for a later day.'],
  'cycle.overlap': [409, 'These days belong to the cycle {name} already.'],
  'cycle.name-taken': [409, 'Another cycle of this year has this name already.'],
  'cycle.one-year': [422, 'A cycle lies within one academic year.'],
  'cycle.no-rules': [409, 'Say first how many visits the centres get.'],
  'cycle.past': [409, 'This cycle is over. Change its days first.'],
  'category.too-long': [422, 'An override ends after 180 days at the latest.'],
  'category.no-override': [409, 'The category of this centre is not overridden.'],
});
