import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeAms } from './ams.ts';
import { writeAmsVisits } from './ams-visits.ts';
import { writeAuditCatalogue } from './audit-catalogue.ts';
import { writeAudits } from './audits.ts';
import { writeCctvDocuments } from './cctv-documents.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'catalogue',
      after: ['network.centre-master'],
      write: ({ client, today }) => writeAuditCatalogue(client, today),
    },
    { name: 'audits', write: ({ client, today }) => writeAudits(client, today) },
    { name: 'cctv', write: ({ client, filesDir, today }) => writeCctvDocuments(client, today, filesDir) },
    { name: 'ams', write: ({ client, today }) => writeAms(client, today) },
    { name: 'ams-visits', write: ({ client, today }) => writeAmsVisits(client, today) },
  ],
};
