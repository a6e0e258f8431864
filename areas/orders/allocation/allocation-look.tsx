import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('kit-allocation', {
  ALLOCATED: ['info', 'Allocated'],
  BLOCKED: ['warning', 'Blocked'],
  ORDERED: ['info', 'Ordered'],
  SHIPPED: ['info', 'Shipped'],
  AT_CENTRE: ['success', 'At centre'],
  HANDED_OVER: ['success', 'Handed over'],
  REVOKED: ['neutral', 'Revoked'],
});
