import { RecordList } from '@aangan/web/record/record-list.tsx';
import { kit2Amount } from './kit2-amount.record.ts';

const cells = {
  classId: (row: Readonly<Record<string, unknown>>) => String(row['classLabel'] ?? 'Every other class'),
};

/** /curriculumKit2/amount-configuration-list: a row without a class holds for those that have none of their own. */
export const Kit2AmountList = () => <RecordList record={kit2Amount} cells={cells} />;
