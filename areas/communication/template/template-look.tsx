import { stateTable } from '@aangan/web/ui/state-look.ts';
import { templateLabels } from './template.states.ts';

stateTable('template', {
  DRAFT: ['neutral', templateLabels.DRAFT],
  SUBMITTED: ['warning', templateLabels.SUBMITTED],
  ACTIVE: ['success', templateLabels.ACTIVE],
  PAUSED: ['danger', templateLabels.PAUSED],
  RETIRED: ['neutral', templateLabels.RETIRED],
});

export const templatePaths = {
  list: '/communications/templates',
  create: '/communications/templates/create',
  edit: (id: string) => `/communications/templates/edit/${id}`,
};
