import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeTransportDestinations } from './transport-destinations.ts';
import { writeTransportEscorts } from './transport-escorts.ts';
import { writeTransportRoutes } from './transport-routes.ts';
import { writeTransportSeats } from './transport-seats.ts';
import { writeTransportTracks } from './transport-tracks.ts';
import { writeTransportTrips } from './transport-trips.ts';
import { writeTransportVehicles } from './transport-vehicles.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'vehicles',
      after: ['staff.staff'],
      write: ({ client, today }) => writeTransportVehicles(client, today),
    },
    { name: 'routes', write: ({ client, today }) => writeTransportRoutes(client, today) },
    {
      name: 'escorts',
      after: ['students.families'],
      write: ({ client, filesDir, today }) => writeTransportEscorts(client, today, filesDir),
    },
    { name: 'seats', write: ({ client, today }) => writeTransportSeats(client, today) },
    { name: 'trips', write: ({ client, clock }) => writeTransportTrips(client, clock) },
    { name: 'tracks', write: ({ client }) => writeTransportTracks(client) },
    { name: 'destinations', write: ({ client, today }) => writeTransportDestinations(client, today) },
  ],
};
