import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { auditReviewContract as contract } from './review.contract.ts';

export type ReviewStep = 'approve' | 'return' | 'void';

interface Props {
  step: ReviewStep;
  audit: { id: string; version: number; number: string };
  onClose: () => void;
}

/** What a reviewer does with an audit that was handed in. */
export function ReviewDialog({ step, audit, onClose }: Props) {
  const shared = {
    start: { id: audit.id },
    ifMatch: audit.version,
    refresh: ['audit', 'finding', 'home'],
    onClose,
  };
  if (step === 'approve')
    return (
      <CommandDialog
        of={contract.approve}
        title={`Publish ${audit.number}`}
        text="The centre sees it from now on, and each fault becomes a finding to answer."
        confirm="Publish"
        done={({ findings }) =>
          findings === 0 ? 'Published without findings.' : `Published with ${findings} findings.`
        }
        {...shared}
      />
    );
  return step === 'return' ? (
    <CommandDialog
      of={contract.return}
      title={`Return ${audit.number}`}
      text="Its auditor goes on with it."
      confirm="Return"
      done="Given back to its auditor."
      {...shared}
    />
  ) : (
    <CommandDialog
      of={contract.void}
      title={`Make ${audit.number} void`}
      text="It counts for nothing any more, and its findings are withdrawn."
      confirm="Make void"
      danger
      done="The audit is void."
      {...shared}
    />
  );
}
