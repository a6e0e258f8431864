import type { PersonalData } from '@aangan/contract/area.ts';
import { galleryContract } from './gallery.contract.ts';
import { galleries } from './gallery.listing.ts';

export const galleryContracts = [galleryContract, galleries.endpoints];
export const galleryPersonalData: readonly PersonalData[] = [
  { table: 'gallery_photo', subject: 'STUDENT', columns: ['caption'], on: 'erase', basis: 'photo consent' },
  { table: 'photo_report', subject: 'GUARDIAN', columns: ['note'], on: 'erase', basis: 'photo gallery' },
];
