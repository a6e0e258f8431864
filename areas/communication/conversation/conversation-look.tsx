import { stateTable } from '@aangan/web/ui/state-look.ts';
import { conversationLabels } from './conversation.states.ts';

stateTable('conversation', {
  WAITING: ['warning', conversationLabels.WAITING],
  ANSWERED: ['success', conversationLabels.ANSWERED],
  DONE: ['neutral', conversationLabels.DONE],
});
