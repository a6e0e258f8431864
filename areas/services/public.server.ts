// What services offer to other areas (areas/README.md 2).
export { endServices } from './assignment/end-services.server.ts';
