import type { PersonalData } from '@aangan/contract/area.ts';
import { eventContract } from './event.contract.ts';
import { events } from './event.listing.ts';

export const eventContracts = [eventContract, events.endpoints];
export const eventPersonalData: readonly PersonalData[] = [
  { table: 'event_rsvp', subject: 'GUARDIAN', columns: ['note'], on: 'erase', basis: 'answers to events' },
];
