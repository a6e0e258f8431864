import { useText } from '@aangan/web/text/text.tsx';
import { words } from '../sign-in/words.web.ts';

const why = { 'no-access': 'needsModule', 'no-write': 'needsWrite', 'no-approval': 'needsApproval' } as const;

/** Why the guard said no, and what would open it. */
export function RefusalReason({
  verdict,
  write,
  module,
}: {
  verdict: string;
  write: boolean;
  module: string | undefined;
}) {
  const t = useText(words);
  const reason = verdict in why ? why[verdict as keyof typeof why] : 'needsModule';
  return (
    <>
      {t(reason)}
      {module && ` ${t(write ? 'needsNamedWrite' : 'needsNamed', { module })}`}
    </>
  );
}
