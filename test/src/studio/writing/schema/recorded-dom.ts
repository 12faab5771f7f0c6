/** An element as `renderHTML` has made it. */
export interface RecordedElement {
  readonly tag: string;
  readonly attributes: Record<string, string>;
}

/** The little of a DOM that ProseMirror needs to write a document, for tests without a browser: keeps every element that is made. */
export class RecordedDom {
  readonly elements: RecordedElement[] = [];

  createElement(tag: string) {
    const element: RecordedElement = { tag, attributes: {} };
    this.elements.push(element);
    return {
      tag,
      nodeType: 1,
      appendChild: (child: unknown) => child,
      setAttribute: (name: string, value: string) => {
        element.attributes[name] = String(value);
      },
      setAttributeNS: (_: string, name: string, value: string) => {
        element.attributes[name] = String(value);
      },
      style: {
        set cssText(value: string) {
          element.attributes.style = value;
        },
      },
    };
  }

  createElementNS(namespace: string, tag: string) {
    return this.createElement(`${namespace} ${tag}`);
  }

  createTextNode(text: string) {
    return { nodeType: 3, text };
  }

  createDocumentFragment() {
    return { nodeType: 11, appendChild: (child: unknown) => child };
  }
}
