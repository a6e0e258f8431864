import { call } from '@aangan/web/api/call.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { auditContract as contract } from '../engine/audit.contract.ts';

/** A photo of an answer or of a finding's answer: shown by a fresh address, whoever took it. */
export function AuditPhoto({ auditId, fileId, n }: { auditId: string; fileId: string; n: number }) {
  const label = `Photo ${n}`;
  const address = async () => {
    const { categories, findings } = await call(contract.get, { id: auditId });
    const photos = [
      ...categories.flatMap(({ subCategories }) =>
        subCategories.flatMap(({ questions }) => questions.flatMap((one) => one.photos)),
      ),
      ...findings.flatMap((one) => one.photos),
    ];
    return photos.find((one) => one.fileId === fileId)?.url;
  };
  return (
    <FileLink name={label} address={address}>
      {label}
    </FileLink>
  );
}
