import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { useState } from 'react';
import { instagramContract } from './instagram.contract.ts';
import { instagramPosts } from './instagram.listing.ts';
import './instagram-look.tsx';
import { PostComposer } from './post-composer.tsx';
import { PostDrawer } from './post-drawer.tsx';

type Row = ListingRow<typeof instagramPosts.endpoints.list>;

/** /communications/instagram-post: posts from the draft to the address on Instagram, and what has to come off it. */
export function InstagramPosts() {
  const list = useListing(instagramPosts);
  const { holds, franchisee } = useSession();
  const [composing, compose] = useParam('compose');
  const [naming, setNaming] = useState(false);
  const writes = holds('InstaPost', true);
  const add = writes ? { label: 'New post', run: () => compose('new') } : undefined;
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', run: () => compose(row.id), hidden: !row.can.edit, edit: true },
  ];
  return (
    <PageFrame
      title={instagramPosts.title}
      count={list.total ?? undefined}
      fill
      context="centre"
      primary={add}
      menu={[{ label: 'Account of this centre', run: () => setNaming(true), hidden: !writes || !franchisee }]}
    >
      <ListingTable
        of={instagramPosts}
        list={list}
        drawer={PostDrawer}
        actions={actions}
        cells={{ caption: { second: (row: Row) => row.permalink } }}
        empty={{
          title: 'No posts yet',
          help: 'Pictures with public consent, approved by somebody else, published manually at their time.',
          action: add,
        }}
      />
      {composing && (
        <PostComposer id={composing === 'new' ? null : composing} onClose={() => compose(null)} />
      )}
      {naming && (
        <CommandDialog
          of={instagramContract.setHandle}
          title="Instagram account of this centre"
          text="Posts are published there manually; the name is shown to the person who does it."
          confirm="Save"
          refresh={['instagram']}
          done="Saved"
          onClose={() => setNaming(false)}
        />
      )}
    </PageFrame>
  );
}
