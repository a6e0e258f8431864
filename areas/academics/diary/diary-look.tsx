import { stateTable } from '@aangan/web/ui/state-look.ts';
import { diaryLabels } from './diary.states.ts';

const looks = {
  DRAFT: ['neutral', diaryLabels.DRAFT],
  PUBLISHED: ['success', diaryLabels.PUBLISHED],
  WITHDRAWN: ['neutral', diaryLabels.WITHDRAWN],
} as const;

for (const name of ['diary', 'general-diary', 'subject-diary', 'classwork']) stateTable(name, looks);
