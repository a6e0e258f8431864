import { stateTable } from '@aangan/web/ui/state-look.ts';
import { routeStatusLabels } from '../route/bus-route.record.ts';
import { paperStatusLabels } from './paper-cover.ts';
import { readinessLabels } from './readiness.ts';
import { vehicleStatusLabels } from './vehicle.states.ts';

stateTable('vehicle', {
  ACTIVE: ['success', vehicleStatusLabels.ACTIVE],
  MAINTENANCE: ['warning', vehicleStatusLabels.MAINTENANCE],
  INACTIVE: ['neutral', vehicleStatusLabels.INACTIVE],
  RETIRED: ['neutral', vehicleStatusLabels.RETIRED],
});
stateTable('bus-route', {
  ACTIVE: ['success', routeStatusLabels.ACTIVE],
  INACTIVE: ['neutral', routeStatusLabels.INACTIVE],
});
stateTable('readiness', {
  READY: ['success', readinessLabels.READY],
  WARN: ['warning', readinessLabels.WARN],
  BLOCKED: ['danger', readinessLabels.BLOCKED],
});
stateTable('vehicle-paper', {
  VALID: ['success', paperStatusLabels.VALID],
  DUE_SOON: ['warning', paperStatusLabels.DUE_SOON],
  EXPIRED: ['danger', paperStatusLabels.EXPIRED],
  RENEWED: ['neutral', 'Renewed'],
  OPEN: ['danger', 'Open'],
  COMING: ['warning', 'Planned'],
  DONE: ['success', 'Done'],
  TO_PAY: ['warning', 'To pay'],
  OVERDUE: ['danger', 'Overdue'],
  PAID: ['success', 'Paid'],
});
