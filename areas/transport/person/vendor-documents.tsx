// /transport/vendors/{vendorID}/documents: what each owner needs, what is there, and the verdict of another person.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { fileAddress } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { FileVerdict } from '@aangan/web/ui/file-verdict.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { escortContract as contract, type EscortDocument } from './escort.contract.ts';
import { type DocumentKind, documentKinds, escortRoles, personNeeds, vendorNeeds } from './escort.states.ts';
import { REFRESH, VENDORS, vendorPath } from './escort-look.tsx';

type View = OutputOf<typeof contract.vendor>;
interface Owner {
  readonly personId: string | null;
  readonly title: string;
  readonly needs: readonly DocumentKind[];
}

export function VendorDocuments() {
  const { vendorID = '' } = useParams();
  const query = useQuery(contract.vendor, { id: vendorID }, { fresh: 0 });
  return (
    <PageFrame
      title="Documents"
      context="centre"
      crumbs={[
        { label: 'Vendors', to: VENDORS },
        ...(query.data ? [{ label: query.data.name, to: vendorPath(vendorID, 'view') }] : []),
      ]}
    >
      <QueryState query={query}>{(view) => <Owners view={view} />}</QueryState>
    </PageFrame>
  );
}

function Owners({ view }: { view: View }) {
  const owners: Owner[] = [
    { personId: null, title: view.name, needs: vendorNeeds(view.kind) },
    ...view.people
      .filter(({ status }) => status !== 'LEFT')
      .map(({ id, name, role }) => ({
        personId: id,
        title: `${name}, ${escortRoles[role].toLowerCase()}`,
        needs: personNeeds(role),
      })),
  ];
  return (
    <Stack gap="md">
      {owners.map((owner) => (
        <OwnerSection key={owner.personId ?? 'vendor'} owner={owner} view={view} />
      ))}
    </Stack>
  );
}

function OwnerSection({ owner, view }: { owner: Owner; view: View }) {
  const [asked, ask] = useState<DocumentKind | 'any' | null>(null);
  const [looking, look] = useState<EscortDocument | null>(null);
  const [rejecting, reject] = useState<EscortDocument | null>(null);
  const verify = useCommand(contract.verifyDocument, {
    refresh: REFRESH,
    onDone: () => {
      look(null);
      notice.ok('The document is verified.');
    },
  });
  const today = todayIst(Date.now());
  const own = view.documents.filter(({ personId }) => personId === owner.personId);
  const covers = (kind: DocumentKind) =>
    own.some(
      (one) => one.kind === kind && one.status !== 'REJECTED' && (one.endsOn === null || one.endsOn >= today),
    );
  const mayUpload = view.can['upload'] === true;
  return (
    <Section
      title={owner.title}
      actions={
        mayUpload && (
          <Button size="xs" variant="default" onClick={() => ask('any')}>
            Upload
          </Button>
        )
      }
    >
      {owner.needs
        .filter((kind) => !covers(kind))
        .map((kind) => (
          <Line
            key={kind}
            end={
              mayUpload && (
                <Anchor component="button" type="button" size="sm" onClick={() => ask(kind)}>
                  Upload
                </Anchor>
              )
            }
          >
            <Group gap="xs">
              <Text fw={500}>{documentKinds[kind]}</Text>
              <StatusTag area="escort-document" state="MISSING" />
            </Group>
          </Line>
        ))}
      {own.map((one) => (
        <DocumentLine
          key={one.id}
          document={one}
          end={
            one.can['decide'] ? (
              <Button size="xs" onClick={() => look(one)}>
                Check
              </Button>
            ) : one.status === 'SUBMITTED' ? (
              <Text size="sm" c="dimmed">
                Another person must verify.
              </Text>
            ) : null
          }
        />
      ))}
      {own.length === 0 && owner.needs.length === 0 && (
        <Text className="quiet">Nothing is needed here, and nothing is recorded.</Text>
      )}
      {asked && (
        <CommandDialog
          of={contract.addDocument}
          title={`Document of ${owner.title}`}
          text="Another person verifies it."
          confirm="Upload"
          start={{ vendorId: view.id, personId: owner.personId, ...(asked === 'any' ? {} : { kind: asked }) }}
          refresh={REFRESH}
          done="The document waits for verification."
          onClose={() => ask(null)}
        />
      )}
      {looking && (
        <FileVerdict
          title={`Verify: ${documentKinds[looking.kind]}`}
          name={documentKinds[looking.kind]}
          address={() => fileAddress(looking.fileId)}
          error={verify.error}
          running={verify.running}
          onRight={() => void verify.run({ id: looking.id }, { ifMatch: looking.version })}
          onReject={() => {
            reject(looking);
            look(null);
          }}
          onClose={() => look(null)}
        />
      )}
      {rejecting && (
        <CommandDialog
          of={contract.rejectDocument}
          title={`Reject: ${documentKinds[rejecting.kind]}`}
          confirm="Reject"
          danger
          start={{ id: rejecting.id }}
          ifMatch={rejecting.version}
          refresh={REFRESH}
          done="Rejected."
          onClose={() => reject(null)}
        />
      )}
    </Section>
  );
}

/** One document with its state today; `of` names its owner where that is not clear from where it stands. */
export function DocumentLine({
  document,
  of,
  end,
}: {
  document: EscortDocument;
  of?: string;
  end?: ReactNode;
}) {
  const over = document.endsOn !== null && document.endsOn < todayIst(Date.now());
  return (
    <Line end={end}>
      <Group gap="xs">
        <FileLink name={documentKinds[document.kind]} address={() => fileAddress(document.fileId)}>
          {documentKinds[document.kind]}
        </FileLink>
        <StatusTag
          area="escort-document"
          state={over && document.status === 'VERIFIED' ? 'EXPIRED' : document.status}
        />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {[of, document.number].filter(Boolean).join(' · ')}
        {document.endsOn && (
          <>
            {of || document.number ? ' · ' : ''}to <DateText day={document.endsOn} />
          </>
        )}
        {document.reason ? ` · ${document.reason}` : ''}
      </Text>
    </Line>
  );
}
