import { stateTable } from '@aangan/web/ui/state-look.ts';
import { messageLabels } from '../message/message.contract.ts';
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
  QUEUED: ['info', messageLabels.QUEUED],
  SENDING: ['info', messageLabels.SENDING],
  SENT: ['success', messageLabels.SENT],
  DELIVERED: ['success', messageLabels.DELIVERED],
  READ: ['success', messageLabels.READ],
  FAILED: ['danger', messageLabels.FAILED],
  UNKNOWN: ['warning', messageLabels.UNKNOWN],
  SUPPRESSED: ['neutral', messageLabels.SUPPRESSED],
  CANCELLED: ['neutral', messageLabels.CANCELLED],
});
