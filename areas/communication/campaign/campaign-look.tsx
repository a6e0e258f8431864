import { stateTable } from '@aangan/web/ui/state-look.ts';
import { campaignLabels } from './campaign.states.ts';

stateTable('campaign', {
  DRAFT: ['neutral', campaignLabels.DRAFT],
  WAITING_APPROVAL: ['warning', campaignLabels.WAITING_APPROVAL],
  SCHEDULED: ['info', campaignLabels.SCHEDULED],
  SENDING: ['info', campaignLabels.SENDING],
  COMPLETED: ['success', campaignLabels.COMPLETED],
  CANCELLED: ['neutral', campaignLabels.CANCELLED],
});
stateTable('message', {
  QUEUED: ['info', 'Waiting'],
  SENDING: ['info', 'Sending'],
  SENT: ['success', 'Sent (not confirmed)'],
  DELIVERED: ['success', 'Delivered'],
  READ: ['success', 'Read'],
  FAILED: ['danger', 'Failed'],
  UNKNOWN: ['warning', 'Not known'],
  SUPPRESSED: ['neutral', 'Not sent'],
  CANCELLED: ['neutral', 'Cancelled'],
});
