import { stateTable } from '@aangan/web/ui/state-look.ts';
import { handoverLabels } from './handover.states.ts';

stateTable('kit-handover', {
  AT_CENTRE: ['warning', handoverLabels.AT_CENTRE],
  HANDED_OVER: ['success', handoverLabels.HANDED_OVER],
});
