// What transport offers to other areas (areas/README.md 3).
export {
  activateTransport,
  assignTransport,
  endTransport,
  moveTransport,
  type Ride,
  type RouteStop,
  routeSeatsLeft,
  stopsOf,
  transportOf,
} from './assignment/contract-with-services.server.ts';
