import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import type { PaperKindName } from '../vehicle/paper-kinds.ts';
import { paperRecords } from './paper-records.ts';

const kinds = Object.keys(paperRecords) as PaperKindName[];

/** Lists and forms of the ten papers; one that has no path brings none. */
export const paperLoads = kinds.map((kind) =>
  recordLoads(paperRecords[kind], {
    list: async () => {
      const { PaperList } = await import('./paper-list.tsx');
      return () => <PaperList kind={kind} />;
    },
    form: async () => {
      const { PaperForm } = await import('./paper-form.tsx');
      return () => <PaperForm kind={kind} />;
    },
  }),
);
