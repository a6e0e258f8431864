import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { CopyText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import galleryClasses from '../gallery/gallery.module.css';
import { type InstagramPost, instagramContract } from './instagram.contract.ts';
import './instagram-look.tsx';

const refresh = ['instagram-post', 'instagram'];

/** A post: its pictures, its caption to copy, and the next step. */
export function PostDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(instagramContract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} title="Instagram post" size="lg">
      <QueryState query={query}>{(post) => <Post post={post} />}</QueryState>
    </Drawer>
  );
}

function Post({ post }: { post: InstagramPost }) {
  const without = post.items.filter(({ ready }) => !ready).length;
  return (
    <Stack gap="md">
      <Steps post={post} />
      {post.status === 'REMOVAL_NEEDED' && (
        <Alert color="danger" variant="light" title="Please remove">
          A consent was withdrawn. Take the post off Instagram within a day, then mark it as removed.
        </Alert>
      )}
      {without > 0 && !['REMOVED', 'CANCELLED'].includes(post.status) && (
        <Alert color="warning" variant="light">
          {without} of {post.items.length} pictures may not be shown in public now.
        </Alert>
      )}
      <Facts
        items={[
          { label: 'Status', value: <StatusTag area="instagram-post" state={post.status} /> },
          { label: 'Time', value: <InstantText at={post.scheduledAt} /> },
          { label: 'Centre', value: post.centre },
          { label: 'Account', value: post.handle ? `@${post.handle}` : null },
          { label: 'By', value: post.by },
          { label: 'Why', value: post.lostReason, hidden: post.lostReason === null },
          {
            label: 'Address',
            value: post.permalink && (
              <Anchor href={post.permalink} target="_blank" rel="noreferrer">
                {post.permalink}
              </Anchor>
            ),
            hidden: post.permalink === null,
          },
        ]}
      />
      <div>
        <Text fw={600}>Caption</Text>
        <CopyText text={post.caption} label="Copy caption">
          <Text style={{ whiteSpace: 'pre-wrap' }}>{post.caption}</Text>
        </CopyText>
      </div>
      <div className={galleryClasses.grid}>
        {post.items.map((item, n) => (
          <div key={item.id} className={galleryClasses.tile} style={{ cursor: 'default' }}>
            {item.small ? (
              <a href={item.large} target="_blank" rel="noreferrer">
                <img
                  className={galleryClasses.picture}
                  src={item.small}
                  alt={item.alt ?? `Picture ${n + 1}`}
                />
              </a>
            ) : (
              <span className={galleryClasses.picture} />
            )}
            <Text size="sm" c={item.ready ? 'dimmed' : 'var(--a-danger-text)'}>
              {item.reason ?? item.alt ?? item.album}
            </Text>
          </div>
        ))}
      </div>
    </Stack>
  );
}

function Steps({ post }: { post: InstagramPost }) {
  const [asked, setAsked] = useState<'decide' | 'publish' | 'cancel' | null>(null);
  const onError = (error: unknown) => notice.error(error);
  const submit = useCommand(instagramContract.submit, {
    refresh,
    onDone: () => notice.ok('Somebody else is asked to approve it.'),
    onError,
  });
  const reopen = useCommand(instagramContract.reopen, {
    refresh,
    onDone: () => notice.ok('It is a draft again.'),
    onError,
  });
  const removed = useCommand(instagramContract.markRemoved, {
    refresh,
    onDone: () => notice.ok('Removed'),
    onError,
  });
  const { can, id, version } = post;
  const step = (running: { run: (input: { id: string }, options: { ifMatch: number }) => unknown }) => () =>
    void running.run({ id }, { ifMatch: version });
  const dialog = { start: { id }, ifMatch: version, refresh, done: 'Saved', onClose: () => setAsked(null) };
  return (
    <Group gap="sm">
      {can['submit'] && (
        <Button loading={submit.running} onClick={step(submit)}>
          Ask for approval
        </Button>
      )}
      {can['decide'] && <Button onClick={() => setAsked('decide')}>Decide</Button>}
      {can['publish'] && <Button onClick={() => setAsked('publish')}>It is published</Button>}
      {can['remove'] && (
        <Button color="danger" loading={removed.running} onClick={step(removed)}>
          It is removed
        </Button>
      )}
      {can['reopen'] && (
        <Button variant="default" loading={reopen.running} onClick={step(reopen)}>
          Make it a draft again
        </Button>
      )}
      {can['cancel'] && (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          Cancel post
        </Button>
      )}
      {asked === 'decide' && (
        <CommandDialog
          of={instagramContract.decide}
          title="Approve this post?"
          confirm="Decide"
          {...dialog}
        />
      )}
      {asked === 'publish' && (
        <CommandDialog
          of={instagramContract.publish}
          title="Published on Instagram?"
          text="Enter its address there: it is how the post is found again when a consent is withdrawn."
          confirm="Save address"
          {...dialog}
        />
      )}
      {asked === 'cancel' && (
        <CommandDialog
          of={instagramContract.cancel}
          title="Cancel this post?"
          confirm="Cancel post"
          danger
          {...dialog}
        />
      )}
    </Group>
  );
}
