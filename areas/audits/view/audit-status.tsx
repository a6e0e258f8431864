import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import '../audits-look.tsx';
import { generalStatusOf } from '../engine/audit.states.ts';

/** A general audit by the specification's word; what that leaves open, and every other audit, by its state. */
export function AuditStatus({
  family,
  status,
  whole = false,
}: {
  family: string;
  status: string;
  /** With the finer state beside the word. */
  whole?: boolean;
}) {
  const word = family === 'GENERAL' ? generalStatusOf(status) : null;
  if (word === null) return <StatusTag area="audit" state={status} />;
  return (
    <>
      <StatusTag area="general-audit" state={word} />
      {whole && word === 'IN-PROGRESS' ? <StatusTag area="audit" state={status} /> : null}
    </>
  );
}
