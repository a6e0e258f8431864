// What the area's lists take from announcements and their audience.
import type { PersonalData } from '@aangan/contract/area.ts';
import { audienceContract } from '../audience/audience.contract.ts';
import { announcementContract } from './announcement.contract.ts';
import { announcements } from './announcement.listing.ts';

export const announcementContracts = [audienceContract, announcementContract, announcements.endpoints];

export const announcementPersonalData: readonly PersonalData[] = [
  {
    table: 'announcement_recipient',
    subject: 'GUARDIAN',
    columns: ['person_id', 'user_id', 'seen_at', 'ack_at'],
    on: 'keep',
    basis: 'Proof of who was notified and who acknowledged',
  },
];
