import { refusals } from '@aangan/contract/refusal.ts';

export const refuseTransport = refusals({
  'vehicle.exists': [409, 'This centre has a vehicle with the number {reg} already.'],
  'vehicle.child-seats': [422, 'At most {most} children may ride on {seats} registered seats.'],
  'vehicle.repair-open': [409, '{reg} is out of service since {date}. Close the repair first.'],
  'vehicle.retired': [409, '{reg} is retired. It cannot be changed any more.'],
  'override.not-allowed': [409, '{paper} can never be overridden.'],
  'override.not-needed': [409, '{paper} of {reg} is in order. There is nothing to override.'],
  'override.too-many': [409, 'Already overridden twice in 30 days.'],
  'setting.exists': [409, 'This setting has a value from this day on already. Change that one.'],
  'setting.bounds': [422, 'The network allows {bounds}.'],
});
