import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useKeys } from '@/keys/useKeys';
import { show } from '@/test/page';
import { KeyHelp } from './KeyHelp';

function Page() {
  useKeys([
    { keys: ['Mod+K'], label: 'keys.palette', group: 'anywhere', run: () => undefined },
    { keys: ['?'], label: 'keys.help', group: 'anywhere', run: () => undefined },
  ]);
  return null;
}

function Panel() {
  useKeys([{ keys: ['?'], label: 'keys.panel.close', group: 'list', run: () => undefined }]);
  return null;
}

describe('the list of keys', () => {
  it('shows what is registered, in groups, and only the binding that counts for each key', () => {
    show(
      <>
        <Page />
        <Panel />
        <KeyHelp opened onClose={() => undefined} />
      </>,
    );
    expect(screen.getByRole('region', { name: 'Anywhere' })).toHaveTextContent('Find anything');
    expect(screen.getByRole('region', { name: 'Lists' })).toHaveTextContent('Close the panel');
    expect(screen.queryByText('Show the keys')).toBeNull();
  });
});
