import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import '../training-look.tsx';
import { certificateContract as contract, type OwnCertificate } from './certificate.contract.ts';

export const CERTIFICATE_REFRESH = ['training-certificate', 'teacher-performance', 'self-training'];

export function usePrintCertificate() {
  return useCommand(contract.print, {
    onDone: ({ fileId }) => void openFile(fileId),
    onError: (error) => notice.error(error),
  });
}

/** Certificates of one person; with `onRevoke` where somebody else looks at them. */
export function CertificateLines({
  certificates,
  action,
  onRevoke,
}: {
  certificates: readonly OwnCertificate[];
  action?: ReactNode;
  onRevoke?: (one: OwnCertificate) => void;
}) {
  const print = usePrintCertificate();
  return (
    <Section title="Certificates" actions={action}>
      {certificates.length === 0 ? <Text c="dimmed">No certificate yet.</Text> : null}
      {certificates.map((one) => (
        <Line
          key={one.id}
          end={
            <Group gap="xs" justify="flex-end">
              <StatusTag area="training-certificate" state={one.state} />
              {one.can.print ? (
                <Button
                  size="xs"
                  variant="default"
                  loading={print.running}
                  aria-label={`Print ${one.number}`}
                  onClick={() => void print.run({ id: one.id })}
                >
                  Print
                </Button>
              ) : null}
              {one.can.revoke && onRevoke ? (
                <Button
                  size="xs"
                  variant="subtle"
                  color="danger"
                  aria-label={`Revoke ${one.number}`}
                  onClick={() => onRevoke(one)}
                >
                  Revoke
                </Button>
              ) : null}
            </Group>
          }
        >
          <Text fw={600}>{one.type}</Text>
          <Text size="sm" c="dimmed">
            {[
              one.number,
              one.title === one.type ? null : one.title,
              one.validUntil === null
                ? `issued ${formatDay(one.issuedOn)}, without end`
                : `${formatDay(one.issuedOn)} to ${formatDay(one.validUntil)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {one.reason ? <Text size="sm">{one.reason}</Text> : null}
        </Line>
      ))}
    </Section>
  );
}

export const RevokeCertificate = ({
  id,
  version,
  number,
  onClose,
}: {
  id: string;
  version: number;
  number: string;
  onClose: () => void;
}) => (
  <CommandDialog
    of={contract.revoke}
    title={`Revoke certificate ${number}`}
    text="It is not printed any more, and whoever checks its code is told that it is revoked. This cannot be undone; a new one can be issued."
    confirm="Revoke certificate"
    danger
    start={{ id }}
    ifMatch={version}
    refresh={CERTIFICATE_REFRESH}
    done={`Certificate ${number} is revoked.`}
    onClose={onClose}
  />
);
