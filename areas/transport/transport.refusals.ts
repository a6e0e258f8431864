import { refusals } from '@aangan/contract/refusal.ts';

export const refuseTransport = refusals({
  'vehicle.exists': [409, 'This centre has a vehicle with the number {reg} already.'],
  'vehicle.child-seats': [422, 'At most {most} children may ride on {seats} registered seats.'],
  'vehicle.repair-open': [409, '{reg} is out of service since {date}. Close the repair first.'],
  'vehicle.retired': [409, '{reg} is retired. It cannot be changed any more.'],
  'vehicle.on-route': [409, '{reg} drives {routes}. Give the route another vehicle first.'],
  'vehicle.blocked': [409, '{reg} cannot be used: {reasons}.'],
  'route.exists': [409, 'There is a route {code} in this year already.'],
  'route.no-next-year': [409, 'The next academic year is not there yet.'],
  'route.not-pickup': [409, '{code} is no pick-up route. Only a pick-up can be turned round.'],
  'stop.too-many': [409, 'A route has at most {most} stops.'],
  'stop.order-stale': [409, 'The stops have changed meanwhile. Load the page again.'],
  'override.not-allowed': [409, '{paper} can never be overridden.'],
  'override.not-needed': [409, '{paper} of {reg} is in order. There is nothing to override.'],
  'override.too-many': [409, 'Already overridden twice in 30 days.'],
  'setting.exists': [409, 'This setting has a value from this day on already. Change that one.'],
  'setting.bounds': [422, 'The network allows {bounds}.'],
});
