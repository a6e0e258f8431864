// Running the rules again, from the screen's button and from chosen rows; what was given can be taken back at once.

import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useStep } from '../enquiry/use-step.web.ts';
import { enquiriesText, ruleRunText } from './allocation-look.tsx';
import { leadAllocationContract } from './lead-allocation.contract.ts';

const UNDO_S = 20;

export function useRuleRun() {
  const undo = useStep(leadAllocationContract.undoRun, (out) => `${enquiriesText(out.undone)} taken back.`, [
    'enquiry',
    'lead-reallocation',
  ]);
  return useCommand(leadAllocationContract.runRules, {
    refresh: ['enquiry', 'lead-reallocation'],
    onDone: (out) =>
      out.batchIds.length > 0
        ? notice.undo(ruleRunText(out), () => undo.run({ batchIds: out.batchIds }), 'Undo', UNDO_S)
        : notice.ok(ruleRunText(out)),
    onError: (error) => notice.error(error),
  });
}
