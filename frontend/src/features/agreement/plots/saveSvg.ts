import { saveFile } from '@/components/saveFile';

const INHERITED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'fill-opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor'] as const;

/** The drawing as a file of its own: what the style sheet says of it is written into it. */
export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) {
      return;
    }
    const style = window.getComputedStyle(original);
    for (const name of INHERITED) {
      const value = style.getPropertyValue(name);
      if (value !== '') {
        element.setAttribute(name, value);
      }
    }
    element.removeAttribute('class');
  });
  const { width, height } = drawing.viewBox.baseVal;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  // Without a ground of its own, a plot made in the dark theme is unreadable on paper.
  ground.setAttribute('fill', window.getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(drawing: SVGSVGElement, name: string): void {
  saveFile(`${name}.svg`, svgText(drawing), 'image/svg+xml;charset=utf-8');
}
