import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { auditReviewContract as contract } from './review.contract.ts';

/** The teacher has read an audit about the own work. */
export const useAcknowledge = () =>
  useCommand(contract.acknowledge, {
    refresh: ['audit'],
    onDone: () => notice.ok('Noted that you read it.'),
    onError: (error) => notice.error(error),
  });
