// What services offer to other areas (areas/README.md 2).
export { endServices } from './assignment/end-services.server.ts';
export {
  keepServices,
  type TransportService,
  transportServiceOf,
} from './assignment/transport-service.server.ts';
