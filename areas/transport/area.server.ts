import { serve } from '@aangan/server/endpoint/handle.ts';
import { transport } from './area.ts';
import { assignmentFiles } from './assignment/assignment-area.server.ts';
import { destinationFiles } from './destination/destination-area.server.ts';
import { transportHomeCards } from './home-cards.server.ts';
import { personFiles } from './person/person-area.server.ts';
import { routeFiles } from './route/route-area.server.ts';
import { tripFiles, tripJobs } from './trip/trip-area.server.ts';
import { vehicleFiles } from './vehicle/vehicle-area.server.ts';

export const transportServer = serve(
  transport,
  [
    ...vehicleFiles,
    await import('./paper/fuel.server.ts'),
    ...routeFiles,
    ...personFiles,
    ...assignmentFiles,
    ...tripFiles,
    ...destinationFiles,
    await import('./family/child-bus.server.ts'),
  ],
  { jobs: tripJobs, homeCards: transportHomeCards },
);
