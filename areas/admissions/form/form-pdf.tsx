import { useCommand } from '@aangan/web/api/use-command.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Button } from '@mantine/core';
import { publicFormContract } from '../public-form/public-form.contract.ts';
import { formContract } from './form.contract.ts';
import type { FormKind } from './form-pages.ts';
import { words } from './words.tsx';

// The address is good for a minute, so it is asked for at the press.
const save = (file: { url: string } | null) => {
  if (file) window.location.assign(file.url);
};

/** The form as it was handed in, for the desk. */
export function FormPdf({ kind, id, submitted }: { kind: FormKind; id: string; submitted: boolean }) {
  const pdf = useCommand(formContract.pdf, { onError: notice.error });
  if (!submitted) return null;
  return (
    <Button variant="subtle" loading={pdf.running} onClick={async () => save(await pdf.run({ kind, id }))}>
      PDF
    </Button>
  );
}

/** The same for the family. */
export function PublicFormPdf({ link }: { link: string }) {
  const t = useText(words);
  const pdf = useCommand(publicFormContract.pdf, { link, onError: notice.error });
  return (
    <PublicButton variant="light" loading={pdf.running} onClick={async () => save(await pdf.run({}))}>
      {t('formPdf')}
    </PublicButton>
  );
}
