import { stateTable } from '@aangan/web/ui/state-look.ts';
import { homeworkLabels, submissionLabels } from './homework.states.ts';

stateTable('homework', {
  DRAFT: ['neutral', homeworkLabels.DRAFT],
  PUBLISHED: ['success', homeworkLabels.PUBLISHED],
  CLOSED: ['neutral', homeworkLabels.CLOSED],
  WITHDRAWN: ['neutral', homeworkLabels.WITHDRAWN],
});
stateTable('submission', {
  SUBMITTED: ['info', submissionLabels.SUBMITTED],
  RETURNED: ['warning', submissionLabels.RETURNED],
  REVIEWED: ['success', submissionLabels.REVIEWED],
  EXEMPT: ['neutral', submissionLabels.EXEMPT],
});
