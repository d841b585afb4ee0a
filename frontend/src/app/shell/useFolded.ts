import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** Up to the width of a tablet on its side, where a page needs the rail's room more than the rail does. */
const TABLET = '(max-width: 64em)';

/**
 * Whether the rail is folded, and how to change it. On a wide screen that is remembered; on a tablet the rail begins
 * folded, and unfolding it there changes nothing about the wide screen.
 */
export function useFolded(): [folded: boolean, setFolded: (folded: boolean) => void] {
  const isTablet = useMediaQuery(TABLET);
  const [wide, setWide] = useLocalStorage({ key: 'longemo.rail.folded', defaultValue: false });
  const [tablet, setTablet] = useState(true);
  return isTablet ? [tablet, setTablet] : [wide, setWide];
}
