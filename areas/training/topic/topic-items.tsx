import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line, OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import '../training-look.tsx';
import { topicContract as contract, type TopicItem } from './topic.contract.ts';
import { ItemContent } from './topic-view.tsx';

type Topic = OutputOf<typeof contract.view>;
type Values = Readonly<Record<string, unknown>>;
const REFRESH = ['training-topic', 'topic-item', 'teacher-module', 'training-module'];

const of = (kind: string) => (values: Values) => values['kind'] === kind;
const fields = (videoName: string | null) =>
  ({
    videoId: {
      when: of('VIDEO'),
      optional: false,
      kind: 'reference',
      chosenLabel: videoName,
      help: (
        <>
          Videos of head office.{' '}
          <Anchor component={Link} to="/videos/upload" size="sm" target="_blank">
            Upload another
          </Anchor>
        </>
      ),
      search: async (q: string) =>
        (await call(contract.videos, { q })).rows.map(({ id, name }) => ({ id, label: name })),
    },
    minWatchedPct: { when: of('VIDEO') },
    noSeek: { when: of('VIDEO') },
    fileId: { when: of('DOCUMENT'), optional: false },
    url: { when: of('LINK'), optional: false },
    body: { when: of('TEXT'), optional: false },
  }) as const;

/** The items of a topic as their authors work on them. */
export function TopicItems({
  topic,
  reload,
}: {
  topic: Topic;
  reload: () => Promise<{ data?: Topic | undefined }>;
}) {
  const [asked, setAsked] = useState<'add' | TopicItem | null>(null);
  const ask = useConfirm();
  const options = {
    refresh: REFRESH,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const order = useCommand(contract.order, options);
  const remove = useCommand(contract.remove, options);
  const write = topic.can['write'] === true;
  const askRemove = async (item: TopicItem) => {
    const sure = await ask({
      title: `Remove ${item.title}?`,
      text: 'It goes with the next edition; those published keep it.',
      confirm: 'Remove item',
      danger: true,
    });
    if (sure) await remove.run({ id: item.id }, { ifMatch: item.version });
  };
  const close = () => setAsked(null);
  return (
    <Section
      title="Items"
      help="What a learner watches, reads or opens, in this order."
      actions={
        write ? (
          <Button size="xs" onClick={() => setAsked('add')}>
            Add item
          </Button>
        ) : undefined
      }
    >
      {topic.items.length === 0 ? <Text c="dimmed">No items yet.</Text> : null}
      {topic.items.map((item) => (
        <Line
          key={item.id}
          end={
            write ? (
              <>
                <OrderButtons
                  name={item.title}
                  ids={topic.items.map(({ id }) => id)}
                  id={item.id}
                  disabled={order.running}
                  onOrder={(ids) => void order.run({ topicId: topic.id, ids })}
                />
                <ActionMenu
                  label={`More for ${item.title}`}
                  size="md"
                  actions={[
                    { label: 'Change', run: () => setAsked(item) },
                    { label: 'Remove', danger: true, run: () => void askRemove(item) },
                  ]}
                />
              </>
            ) : null
          }
        >
          <ItemContent
            item={item}
            address={async () => (await reload()).data?.items.find(({ id }) => id === item.id)?.url ?? null}
          />
        </Line>
      ))}
      {asked === 'add' ? (
        <CommandDialog
          of={contract.add}
          title="Add item"
          confirm="Add item"
          start={{ topicId: topic.id, kind: 'VIDEO', minWatchedPct: 90, noSeek: false }}
          fields={fields(null)}
          refresh={REFRESH}
          done="The item is there."
          onClose={close}
        />
      ) : null}
      {asked !== null && asked !== 'add' ? (
        <CommandDialog
          of={contract.change}
          title={`Change ${asked.title}`}
          confirm="Save item"
          start={{
            id: asked.id,
            kind: asked.kind,
            title: asked.title,
            videoId: asked.videoId,
            minWatchedPct: asked.minWatchedPct ?? 90,
            noSeek: asked.noSeek ?? false,
            fileId: asked.fileId,
            url: asked.kind === 'LINK' ? asked.url : null,
            body: asked.body,
          }}
          ifMatch={asked.version}
          fields={fields(asked.videoName)}
          refresh={REFRESH}
          done="Saved."
          onClose={close}
        />
      ) : null}
    </Section>
  );
}
