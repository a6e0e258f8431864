import { stateTable } from '@aangan/web/ui/state-look.ts';
import { eInvoiceLabels } from '../../finance/e-invoice/e-invoice.states.ts';
import { challanLabels, parcelLabels, waves } from './dispatch.states.ts';

stateTable('order-packing', {
  LATE: ['danger', waves.LATE],
  NOW: ['warning', waves.NOW],
  LATER: ['neutral', waves.LATER],
});
const challan = {
  DRAFT: ['warning', challanLabels.DRAFT],
  ISSUED: ['success', challanLabels.ISSUED],
  CANCELLED: ['neutral', challanLabels.CANCELLED],
} as const;
stateTable('parcel', challan);
stateTable('delivery-challan', challan);
export const parcelLook = {
  PACKED: ['neutral', parcelLabels.PACKED],
  MANIFESTED: ['info', parcelLabels.MANIFESTED],
  PICKED_UP: ['info', parcelLabels.PICKED_UP],
  IN_TRANSIT: ['info', parcelLabels.IN_TRANSIT],
  OUT_FOR_DELIVERY: ['info', parcelLabels.OUT_FOR_DELIVERY],
  ATTEMPT_FAILED: ['warning', parcelLabels.ATTEMPT_FAILED],
  RTO_INITIATED: ['warning', parcelLabels.RTO_INITIATED],
  RTO_DELIVERED: ['danger', parcelLabels.RTO_DELIVERED],
  LOST: ['danger', parcelLabels.LOST],
  DAMAGED: ['danger', parcelLabels.DAMAGED],
  DELIVERED: ['success', parcelLabels.DELIVERED],
  CANCELLED: ['neutral', parcelLabels.CANCELLED],
} as const;
stateTable('sent-parcel', parcelLook);
stateTable('kit-invoice', {
  NONE: ['neutral', 'Not asked'],
  NOT_REQUIRED: ['neutral', eInvoiceLabels.NOT_REQUIRED],
  PENDING: ['info', eInvoiceLabels.PENDING],
  SENDING: ['info', eInvoiceLabels.SENDING],
  AUTO_RETRY: ['info', eInvoiceLabels.AUTO_RETRY],
  RECONCILE: ['info', eInvoiceLabels.RECONCILE],
  GENERATED: ['success', eInvoiceLabels.GENERATED],
  MANUALLY_GENERATED: ['success', eInvoiceLabels.MANUALLY_GENERATED],
  FAILED: ['danger', eInvoiceLabels.FAILED],
  PENDING_CANCEL: ['warning', eInvoiceLabels.PENDING_CANCEL],
  CANCELLED: ['neutral', eInvoiceLabels.CANCELLED],
  MANUALLY_CANCELLED: ['neutral', eInvoiceLabels.MANUALLY_CANCELLED],
});
